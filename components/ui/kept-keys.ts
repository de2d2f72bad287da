import { useEffect } from "react";

/** A key that was pressed before what it was meant for could take it. */
export type KeptKey = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey">;

const pressable = "button, a[href], summary";
const editing = ["Enter", "Delete", "Backspace", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** Whether a key means something to lines, score buttons, an editor or a dialog; others keep what they do in the browser. */
export const isKeepable = ({ key, ctrlKey, metaKey }: KeptKey): boolean =>
  !ctrlKey && !metaKey && (key.length === 1 || editing.includes(key));

export const keptKey = ({ key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent): KeptKey => ({ key, code, shiftKey, ctrlKey, metaKey });

/**
 * Keeps the keys pressed while a dialog is open but not on the page yet, because its code is still loading, and presses them in it in their order. If
 * it closes before it appears they are dropped: elsewhere they would mean something else.
 */
export function useKeysForDialog(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const kept: KeptKey[] = [];
    let [frame, pressing] = [0, false];
    const dialog = () => document.querySelector("[role=dialog]");
    const press = () => {
      if (dialog() !== null) {
        const next = kept.shift();
        pressing = true;
        if (next) replayKey(next);
        pressing = false;
      }
      if (kept.length > 0) frame = requestAnimationFrame(press);
    };
    const keep = (event: KeyboardEvent) => {
      const taken = kept.length === 0 && event.target instanceof Element && event.target.closest("[role=dialog]");
      if (pressing || taken || event.isComposing || event.altKey || !isKeepable(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat && kept.push(keptKey(event)) === 1) frame = requestAnimationFrame(press);
    };
    window.addEventListener("keydown", keep, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("keydown", keep, { capture: true });
    };
  }, [open]);
}

/**
 * Presses a kept key where the focus is now or, if a dialog is open and does not have it yet, in the dialog. Handlers see it like any other; what a
 * browser itself does with a key happens only for keys that a person presses, so the part that matters here is done by hand: buttons are pressed, and
 * text is typed.
 */
export function replayKey(kept: KeptKey): void {
  const focused = document.activeElement ?? document.body;
  const dialog = document.querySelector("[role=dialog]");
  const target = dialog === null || dialog.contains(focused) ? focused : dialog;
  const { key } = kept;
  if (!target.dispatchEvent(new KeyboardEvent("keydown", { ...kept, bubbles: true, cancelable: true }))) return;
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
