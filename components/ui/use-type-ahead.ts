import { type KeyboardEvent, useState } from "react";
import { createTypeAhead, isTyped } from "./type-ahead";

/**
 * Moves the focus among a group's buttons to the next whose name begins with what is typed; digits keep their meaning. Returns whether it used the
 * key. Only while the focus is there by keyboard, so that after a click letters keep their meaning as commands.
 */
export function useTypeAhead(names: readonly string[]): (event: KeyboardEvent<HTMLElement>) => boolean {
  const [findTyped] = useState(createTypeAhead);
  return (event) => {
    if (names.length === 0 || !isTyped(event) || /\d/u.test(event.key)) return false;
    if (!event.currentTarget.querySelector(":focus-visible")) return false;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("[role=radio]")];
    const found = findTyped(
      event.key,
      names,
      buttons.findIndex((button) => button.matches(":focus")),
      event.timeStamp,
    );
    if (found !== null) buttons[found]?.focus();
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
}
