import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { pngOf } from "./panel-image";
import { drawElement, escaped } from "./svg-of-element";

afterEach(() => vi.unstubAllGlobals());

const isXml = (svg: string) => new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("parsererror") === null;

test("a drawing whose names hold characters that XML may not hold is XML, and the rest of them is kept", () => {
  const { container } = render(
    <div>
      <svg data-name={"\u0007bell"} aria-hidden>
        <text>{"f\u000cf 🙂\uffff"}</text>
      </svg>
    </div>,
  );
  const drawn = drawElement(container.firstElementChild as HTMLElement);
  expect(drawn).toContain("f f 🙂 </text>");
  expect(isXml(drawn)).toBe(true);
  expect(isXml(`<t a="${escaped('\u0001&"<')}">${escaped("a\u000bb\ufffe]]>")}</t>`)).toBe(true);
});

test("a picture that the browser cannot draw says so, and what to do", async () => {
  const refused = new DOMException("The source image cannot be decoded.", "EncodingError");
  vi.stubGlobal(
    "Image",
    vi.fn(function broken() {
      return { decode: () => Promise.reject(refused) };
    }),
  );
  await expect(pngOf({ svg: "<svg/>", width: 1, height: 1 })).rejects.toThrow(
    "This browser cannot draw the picture as PNG. Save it as SVG.",
  );
});
