"use strict";
// Sets a field's value through the native setter, so that frameworks which watch the property see the change.
const [el, text] = arguments;
const proto = el.tagName === "TEXTAREA" ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
el.focus();
Object.getOwnPropertyDescriptor(proto, "value").set.call(el, text);
el.dispatchEvent(new Event("input", { bubbles: true }));
el.dispatchEvent(new Event("change", { bubbles: true }));
