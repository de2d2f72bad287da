import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether the page is being printed, when everything is shown, and a function that prints it once all of it can be drawn.
 * `prepare` fetches what chapters need that have not been open yet.
 */
export function usePrint(prepare: () => Promise<unknown>): [printing: boolean, print: () => void] {
  const [printing, setPrinting] = useState(false);
  const print = () => {
    // What could not be fetched is missing on paper too.
    void prepare().finally(() => window.print());
  };
  useEffect(() => {
    // The browser's menu is outside of the page: a pointer on its way there gives time to fetch what a print needs.
    const leave = () => void prepare();
    document.documentElement.addEventListener("mouseleave", leave, { once: true });
    return () => document.documentElement.removeEventListener("mouseleave", leave);
  });
  useEffect(() => {
    // The browser draws the paper right after telling, so the page must be ready when the listener returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    // The browser's own shortcut would not wait for code that is still to be fetched.
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "p") return;
      event.preventDefault();
      print();
    };
    const media = window.matchMedia("print");
    const onMedia = () => (media.matches ? begin() : end());
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    window.addEventListener("keydown", onKey);
    media.addEventListener("change", onMedia);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      window.removeEventListener("keydown", onKey);
      media.removeEventListener("change", onMedia);
    };
  });
  return [printing, print];
}
