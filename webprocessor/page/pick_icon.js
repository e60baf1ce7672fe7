// The icon that stands for an option: arguments[0] = the <select>, arguments[1] = the option's label; null when none does.
const [select, label] = arguments;
const icons = iconsOf(select),
  choices = choicesOf(select),
  named = o => clean(o.label || o.textContent).toLowerCase(),
  wantedName = clean(label).toLowerCase(),
  number = (/^\d+(?= |$)/.exec(wantedName) || [""])[0];
let at = choices.findIndex(o => named(o) === wantedName);
// "4 stars" means the choice 4 where there is no choice of that whole name.
if (at < 0 && number) at = choices.findIndex(o => named(o) === number);
return icons[at - choices.length + icons.length] || null;
