import { useEffect, useEffectEvent } from "react";

/** Keys of a page, in lower case, except in text fields, dialogs and open menus; Enter not on controls that use it. */
export function usePageKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[role=dialog], input, textarea, select") || document.querySelector("[role=dialog], [role=menu], [role=listbox]"))
      return;
    if (event.key === "Enter" && target?.closest("button:not([role=radio]), a[href], summary")) return;
    const perform = keys[event.key.toLowerCase()];
    if (perform === undefined) return;
    event.preventDefault();
    perform();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
