/**
 * Where what floats over the page is put: into the page's main part, so that it lies in a landmark. Under an open dialog that part is hidden from
 * screen readers; then null, which is the body.
 */
export function portalHome(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  const main = document.getElementById("main");
  return main === null || main.closest("[aria-hidden=true], [inert]") !== null ? null : main;
}
