# Staff log in to the administration.
navigate to "/admin/login"
fill textbox with label "Email address" as "{{persona.account.email}}"
fill textbox with label "Password" as "{{persona.account.password}}"
click "Log in" button
wait until "Customers" link is visible
assert URL matches "/admin$"
