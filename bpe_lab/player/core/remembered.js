/* What the reader chose in a widget (a tab, an open list) outlives its elements, by the widget's name. */

const choices = new Map();

export const rememberChoice = (widget, what, start) => {
  const name = `${widget.kind} ${widget.id} ${what}`;
  return { get: () => choices.get(name) ?? start, set: (value) => choices.set(name, value) };
};
