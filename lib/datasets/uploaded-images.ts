import type { ImportEvent } from "@/lib/domain/import";
import { isUploaded } from "@/lib/domain/sample-image";
import { imageType } from "./image-type";
import type { TarEntry } from "./tar";
import { shorten } from "./text-problem";

/** The largest image that is stored, in bytes. */
export const MAX_IMAGE_BYTES = 10_000_000;

/** Whether a file of a folder goes into the archive that is uploaded: JSON, tables, and images beside them; other files are left out. */
export const isArchived = (name: string): boolean => /\.(?:json|csv|tsv|jsonl|ndjson|parquet|gz|png|jpe?g|webp|gif|avif)$/i.test(name);

/**
 * A table's events with the images its samples name, by their paths relative to the table. A sample whose image is neither an address nor such a file
 * becomes a problem of its row; images that no sample names are left out.
 */
export async function* withImages(
  table: { path: string },
  events: AsyncIterable<ImportEvent[]>,
  files: readonly TarEntry[] = [],
): AsyncGenerator<ImportEvent[]> {
  const folder = table.path.slice(0, table.path.lastIndexOf("/") + 1);
  let found: Map<string, TarEntry> | null = null;
  // Only for tables that name an image: a folder may have many of both.
  const beside = () => {
    found ??= new Map(files.flatMap((file) => (file.path.startsWith(folder) ? [[file.path.slice(folder.length), file]] : [])));
    return found;
  };
  const named = new Set<string>();
  for await (const batch of events) {
    yield batch.map((event) => {
      if (event.kind !== "sample" || event.imageUrl === null || !isUploaded(event.imageUrl)) return event;
      const path = event.imageUrl.replace(/^(?:\.\/)+/, "");
      const message = problemOf(path, beside().get(path));
      if (message !== null) return { kind: "problem", file: table.path, row: event.row, field: "image_url", message };
      named.add(path);
      return { ...event, imageUrl: path };
    });
  }
  for (const path of named) {
    const bytes = beside().get(path)?.bytes;
    const type = bytes && imageType(bytes);
    if (bytes && type) yield [{ kind: "image", path, type, bytes }];
  }
}

function problemOf(path: string, file: TarEntry | undefined): string | null {
  const shown = JSON.stringify(shorten(path, 60));
  if (file === undefined)
    return `${shown} is neither a web address (http, https) nor a data:image URL nor a file in the imported folder, relative to the table.`;
  if (file.bytes.byteLength > MAX_IMAGE_BYTES) return `${shown} is larger than ${MAX_IMAGE_BYTES / 1e6} MB.`;
  return imageType(file.bytes) === null ? `${shown} is not a PNG, JPEG, WebP, GIF or AVIF image, whatever its name.` : null;
}
