// Whether a calendar stands open over the page for a field: what is typed is taken, and it closes, once the field is left.
const MOST_OF_A_MONTH = 20;
const [el] = arguments;
const days = [...document.querySelectorAll("td,button,[role=gridcell],[role=option],span,div")].filter(
  one => !one.childElementCount && /^\d{1,2}$/.test(one.textContent.trim()) && isShown(one) && floats(one, el),
);
return days.length >= MOST_OF_A_MONTH;
