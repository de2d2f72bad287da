import { cleanup, configure } from "@testing-library/react";
import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";
import { afterAll, afterEach, vi } from "vitest";

// Without the theme's size names, the merge would take `text-small` for a colour.
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

// Of two classes that set the same property, the order in the style sheet decides, not the caller.
vi.mock("@/components/ui/cn", () => ({
  cn: (...names: ClassValue[]): string => {
    const classes = clsx(names);
    const kept = merge(classes);
    if (kept !== classes)
      throw new Error(`Classes conflict: of "${classes}" only "${kept}" would be meant. Mark what may be overridden with base:.`);
    return classes;
  },
}));

// Browser APIs that components and radix-ui use and jsdom lacks.
class SilentObserver {
  observe(): void {
    // jsdom has no layout, so there is never a change to report
  }
  unobserve(): void {
    // see observe
  }
  disconnect(): void {
    // see observe
  }
}

Object.assign(globalThis, { ResizeObserver: SilentObserver, IntersectionObserver: SilentObserver });
window.matchMedia = (query: string) =>
  ({ matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;
Element.prototype.scrollIntoView ??= () => undefined;
// Its style sheet hides closed popovers, so an open one must lose the attribute.
HTMLElement.prototype.showPopover ??= function (this: HTMLElement) {
  this.removeAttribute("popover");
};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;

// Parts loaded only when they are needed take seconds on a busy machine; how fast they are is measured in a browser.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

// Test files share their page: each leaves it as it found it.
const address = window.location.href;
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, "", address);
});
