/** A key that was pressed while the sample could not take it yet. */
export type KeptKey = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey">;

const pressable = "button, a[href], summary";
const editing = ["Enter", "Delete", "Backspace", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** Whether a key means something to lines, score buttons or an editor that an earlier kept key opens; others keep what they do in the browser. */
export const isKeepable = ({ key, ctrlKey, metaKey }: KeptKey): boolean =>
  !ctrlKey && !metaKey && (key.length === 1 || editing.includes(key));

/**
 * Presses a kept key where the focus is now. Handlers see it like any other; what a browser itself does with a key happens only for keys that a person
 * presses, so the part that matters here is done by hand: buttons are pressed, and text is typed.
 */
export function replayKey({ key, code, shiftKey, ctrlKey, metaKey }: KeptKey): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent("keydown", { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(event)) return;
  if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.selectionStart !== null)) type(target, key);
  else if ((key === "Enter" || key === " ") && target instanceof HTMLElement && target.matches(pressable)) target.click();
}

function type(field: HTMLTextAreaElement | HTMLInputElement, key: string): void {
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  if (key.length === 1) field.setRangeText(key, start, end, "end");
  else if (key === "Enter" && field instanceof HTMLTextAreaElement) field.setRangeText("\n", start, end, "end");
  else if (key === "Backspace") field.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
  else return;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
