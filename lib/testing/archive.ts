import { tarHeader, tarPadding } from "@/lib/datasets/tar";

/** These files as the archive that a browser makes of a folder. */
export async function* archiveOf(files: Record<string, Buffer>): AsyncGenerator<Uint8Array> {
  const names = Object.entries(files);
  for (const [index, [path, bytes]] of names.entries()) {
    yield tarHeader(path, bytes.byteLength);
    yield bytes;
    yield tarPadding(bytes.byteLength, index === names.length - 1);
  }
}
