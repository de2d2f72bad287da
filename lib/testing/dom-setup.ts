import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

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
window.matchMedia ??= (query: string) =>
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
