// Whether what a press in the middle of it would meet is itself, its component, its label, or what is drawn in the box around it.
const [el, target] = [arguments[0], arguments[1]];
return !hits(target, target.getBoundingClientRect(), el.ownerDocument, el.ownerDocument.defaultView);
