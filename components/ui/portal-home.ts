/**
 * The container for portals: the page's main element, so that they are inside a landmark. An open dialog hides that from screen readers;
 * in that case null, which means the body.
 */
export function portalHome(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  const main = document.getElementById("main");
  return main === null || main.closest("[aria-hidden=true], [inert]") !== null ? null : main;
}
