/** A file in a zip archive, still packed. */
export interface ZipEntry {
  path: string;
  packed: Uint8Array;
  /** Whether it is deflated; else it is stored as it is. */
  deflated: boolean;
  /** How large the archive says it is unpacked. */
  size: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const longestComment = 65_535;
/** Set in a 32-bit field whose value is in the entry's 64-bit extra field. */
const ELSEWHERE = 0xffffffff;

/**
 * The files of a zip archive held in memory, by its directory, not unpacked yet. Throws Error where the archive is damaged, encrypted or packed otherwise
 * than by deflate, and where its files overlap: a small archive could hold very much that way.
 */
export function readZip(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const { count, start } = findDirectory(view);
  const entries: ZipEntry[] = [];
  let packedBytes = 0;
  for (let index = 0, at = start; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw new Error(`its directory is damaged at byte ${at}`);
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const path = new TextDecoder(flags & 0x800 ? "utf-8" : "latin1").decode(archive.subarray(at + 46, at + 46 + nameLength));
    const sizes = sizesOf(view, at, at + 46 + nameLength, extraLength);
    if (flags & 1) throw new Error(`${path} is encrypted`);
    if (method !== 0 && method !== 8) throw new Error(`${path} is packed by a method that is not deflate`);
    packedBytes += sizes.packed;
    if (packedBytes > archive.byteLength) throw new Error("its files overlap");
    entries.push({ path, packed: packedData(archive, view, sizes), deflated: method === 8, size: sizes.unpacked });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** How many entries the directory has, and where it begins; in large archives a second record says so. */
function findDirectory(view: DataView): { count: number; start: number } {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 22 - longestComment; at--) {
    if (view.getUint32(at, true) !== END) continue;
    if (at >= 20 && view.getUint32(at - 20, true) === LOCATOR_64) {
      const large = Number(view.getBigUint64(at - 12, true));
      if (large + 56 > view.byteLength || view.getUint32(large, true) !== END_64) break;
      return { count: Number(view.getBigUint64(large + 32, true)), start: Number(view.getBigUint64(large + 48, true)) };
    }
    return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
  }
  throw new Error("it is cut off: it has no directory");
}

interface Sizes {
  packed: number;
  unpacked: number;
  local: number;
}

function sizesOf(view: DataView, at: number, extraAt: number, extraLength: number): Sizes {
  const sizes = { unpacked: view.getUint32(at + 24, true), packed: view.getUint32(at + 20, true), local: view.getUint32(at + 42, true) };
  for (let field = extraAt; field + 4 <= Math.min(extraAt + extraLength, view.byteLength); field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    // In this order, and only those that did not fit.
    for (const name of ["unpacked", "packed", "local"] as const) {
      if (sizes[name] !== ELSEWHERE || value + 8 > view.byteLength) continue;
      sizes[name] = Number(view.getBigUint64(value, true));
      value += 8;
    }
  }
  return sizes;
}

function packedData(archive: Uint8Array, view: DataView, { local, packed }: Sizes): Uint8Array {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL) throw new Error(`it is damaged at byte ${local}`);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > archive.byteLength) throw new Error(`it is cut off at byte ${start}`);
  return archive.subarray(start, start + packed);
}
