# A customer logs in, and the account shows whose it is.
navigate to "/account/login"
click "Only necessary" button
fill textbox with label "Email address" as "{{persona.account.email}}"
fill textbox with label "Password" as "{{persona.account.password}}"
click "Log in" button
wait until text "{{persona.account.email}}" is present
assert URL matches "/account$"
