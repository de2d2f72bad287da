import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Without the theme's size names, the merge would take `text-small` for a colour and drop `text-soft` beside it.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["headline", "title", "reading", "body", "small", "label"],
      "font-weight": ["normal", "medium", "semibold"],
      radius: ["mark", "control", "panel"],
      container: ["measure", "page"],
    },
  },
});

/** Joins class names; if two conflict, the later one wins. */
export const cn = (...names: ClassValue[]): string => merge(clsx(names));
