const starts: { bytes: string; kind: string }[] = [
  {
    bytes: '{"redlineBundle":',
    kind: "a bundle of a whole project. An administrator imports it with “redline import FILE --project NAME”",
  },
  { bytes: "PK\x03\x04", kind: "a ZIP archive (an Excel workbook is one too). Unpack it, or save the sheet as CSV (UTF-8)" },
  { bytes: "PK\x05\x06", kind: "an empty ZIP archive" },
  { bytes: "%PDF-", kind: "a PDF document" },
  { bytes: "\x1f\x8b", kind: "compressed with gzip. Unpack it first" },
  { bytes: "\x28\xb5\x2f\xfd", kind: "compressed with zstd. Unpack it first" },
  { bytes: "\xfd7zXZ", kind: "compressed with xz. Unpack it first" },
  { bytes: "7z\xbc\xaf", kind: "a 7z archive. Unpack it first" },
  { bytes: "Rar!\x1a\x07", kind: "a RAR archive. Unpack it first" },
  { bytes: "\xd0\xcf\x11\xe0", kind: "an old Office document. Save the sheet as CSV (UTF-8)" },
  { bytes: "SQLite format 3\x00", kind: "an SQLite database" },
  { bytes: "\x89PNG", kind: "a PNG picture" },
  { bytes: "\xff\xd8\xff", kind: "a JPEG picture" },
  { bytes: "\xff\xfe", kind: "UTF-16 text. Save it as UTF-8" },
  { bytes: "\xfe\xff", kind: "UTF-16 text. Save it as UTF-8" },
];

/** What a file is if its first bytes (a thousand are plenty) show that it is not UTF-8 text; null if it may be text. */
export function fileKindProblem(first: Uint8Array): string | null {
  const known = starts.find(({ bytes }) => [...bytes].every((character, index) => first[index] === character.charCodeAt(0)));
  if (known) return `This is not CSV or JSON text but ${known.kind}.`;
  const looked = first.subarray(0, 1024);
  let nul = 0;
  for (const byte of looked) if (byte === 0) nul++;
  // Text in UTF-16 without a mark is half NUL bytes; a single stray NUL is a row's problem, not the file's.
  if (nul > 3 && nul * 10 > looked.length) return "This is not UTF-8 text: it is full of NUL bytes (UTF-16 or a binary file).";
  return null;
}
