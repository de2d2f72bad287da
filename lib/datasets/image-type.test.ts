import { expect, test } from "vitest";
import { imageType } from "./image-type";

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ["image/png", "\x89PNG\r\n\x1a\nrest"],
  ["image/jpeg", "\xff\xd8\xff\xe0rest"],
  ["image/gif", "GIF89arest"],
  ["image/webp", "RIFF\x00\x00\x00\x00WEBPVP8 "],
  ["image/avif", "\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1"],
  ["image/avif", "\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00miafavif"],
] as const)("%s is recognised by its content", (type, content) => {
  expect(imageType(bytesOf(content))).toBe(type);
});

test.each([
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["a video in the same container as AVIF", "\x00\x00\x00\x1cftypisom\x00\x00\x02\x00mp41mp42"],
  ["a sound in the same container as WebP", "RIFF\x00\x00\x00\x00WAVEfmt "],
  ["a page", "<!doctype html>"],
  ["a file cut short", "\x89PN"],
  ["an empty file", ""],
])("%s is not an image that is stored", (_, content) => {
  expect(imageType(bytesOf(content))).toBeNull();
});
