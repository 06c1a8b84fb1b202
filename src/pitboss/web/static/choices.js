// The choices the table offers, found and filled in. A command is sent exactly as it was offered.

export const ofType = (options, type) => options.filter((choice) => choice.command.type === type);
export const first = (choice) => (choice.range ? choice.range.first : (choice.values ?? [null])[0]);
export const last = (choice) => (choice.range ? choice.range.last : (choice.values ?? [null]).at(-1));
export const filled = (choice, value) =>
  choice.field ? { ...choice.command, [choice.field]: value } : choice.command;

/** The nearest value that is offered. */
export function nearest(choice, value) {
  const { range } = choice;
  if (!range) return [...choice.values].sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0];
  const steps = Math.round((Math.min(Math.max(value, range.first), range.last) - range.first) / range.step);
  return range.first + steps * range.step;
}
