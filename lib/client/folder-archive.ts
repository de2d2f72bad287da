import { tarHeader, tarPadding } from "@/lib/datasets/tar";
import { isArchived } from "@/lib/datasets/uploaded-images";

/** Packs a folder's JSON files, tables and images into one archive to upload, as `redline import FOLDER` does. Files are read only while they are sent. */
export function folderArchive(files: readonly File[]): { name: string; body: Blob } | null {
  const chosen = files.filter((file) => isArchived(file.name)).toSorted((a, b) => (a.webkitRelativePath < b.webkitRelativePath ? -1 : 1));
  const [first] = chosen;
  if (!first) return null;
  const parts = chosen.flatMap((file, index) => [
    tarHeader(file.webkitRelativePath || file.name, file.size),
    file,
    tarPadding(file.size, index === chosen.length - 1),
  ]);
  return { name: `${first.webkitRelativePath.split("/")[0] || "folder"}.tar`, body: new Blob(parts, { type: "application/x-tar" }) };
}
