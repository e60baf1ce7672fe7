// The icon that stands for an option: arguments[0] = the <select>, arguments[1] = the option's label; null when none does.
const [select, label] = arguments;
const icons = iconsOf(select),
  choices = choicesOf(select),
  at = choices.findIndex(o => clean(o.label || o.textContent).toLowerCase() === clean(label).toLowerCase());
return icons[at - choices.length + icons.length] || null;
