import type { ImageType } from "@/lib/domain/import";

const at = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** What kind of image a file is, by its content whatever its name; null if it is none of them. */
export function imageType(bytes: Uint8Array): ImageType | null {
  if (at(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (at(bytes, 0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (at(bytes, 0, 6) === "GIF87a" || at(bytes, 0, 6) === "GIF89a") return "image/gif";
  if (at(bytes, 0, 4) === "RIFF" && at(bytes, 8, 12) === "WEBP") return "image/webp";
  return at(bytes, 4, 8) === "ftyp" && isAvif(bytes) ? "image/avif" : null;
}

/** Whether a file's first box, of brands, names AVIF: the major brand or, after its version, a compatible one. */
function isAvif(bytes: Uint8Array): boolean {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = Math.min(size, bytes.byteLength, 256);
  for (let from = 8; from + 4 <= end; from += 4) if (from !== 12 && /^avi[fs]$/.test(at(bytes, from, from + 4))) return true;
  return false;
}
