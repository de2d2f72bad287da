import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { siteMetadata } from "./site-metadata";

const folder = join(import.meta.dirname, "../public");
const read = (path: string) => readFileSync(join(folder, path));

/** Width and height from a PNG's header. */
function pngSize(path: string): string {
  const file = read(path);
  expect(file.subarray(1, 4).toString(), path).toBe("PNG");
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; type: string; sizes: string; purpose?: string }[];
}
const manifest = JSON.parse(read("manifest.webmanifest").toString()) as Manifest;

test("the manifest's icons exist in the stated sizes, including 192 and 512", () => {
  const pictures = manifest.icons.filter((icon) => icon.type === "image/png");
  for (const icon of pictures) expect(pngSize(icon.src), icon.src).toBe(icon.sizes);
  expect(pictures.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(pictures.some((icon) => icon.purpose === "maskable")).toBe(true);
  for (const icon of manifest.icons) expect(existsSync(join(folder, icon.src)), icon.src).toBe(true);
});

test("every file the metadata names exists, and images have their stated size", () => {
  const named = [...JSON.stringify(siteMetadata).matchAll(/"(\/[^"]+)"/g)].flatMap((match) => match[1] ?? []);
  expect(named).toEqual(["/manifest.webmanifest", "/favicon.ico", "/icon.svg", "/apple-touch-icon.png"]);
  for (const path of named) expect(existsSync(join(folder, path)), path).toBe(true);
  expect(pngSize("apple-touch-icon.png")).toBe("180x180");
  expect(pngSize("social.png")).toBe("1200x630");
});

test("search engines may not index anything", () => {
  expect(read("robots.txt").toString()).toBe("User-agent: *\nDisallow: /\n");
  expect(siteMetadata.robots).toEqual({ index: false, follow: false });
});
