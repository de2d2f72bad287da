/** Whether a sample's image is on another server. */
export const isElsewhere = (imageUrl: string): boolean => /^https?:\/\//i.test(imageUrl);

/** Whether a sample's image is part of its data. */
const isInline = (imageUrl: string): boolean => /^data:image\//i.test(imageUrl);

/** What a sample's image shows, where a column of its file says so; null: none does. */
export function captionIn(metadata: Readonly<Record<string, unknown>>): string | null {
  const found = Object.entries(metadata).find(
    ([key, value]) =>
      /^(?:image[ _-]?)?(?:caption|description|alt(?:[ _-]?text)?)$/iu.test(key) && typeof value === "string" && value.trim() !== "",
  );
  return found === undefined ? null : String(found[1]);
}

/** Whether a sample's image came with its import; it is then the path that the file names it by. */
export const isUploaded = (imageUrl: string): boolean => !isElsewhere(imageUrl) && !isInline(imageUrl);

/**
 * Where a browser gets a sample's image: from this server, unless it is part of the data. So no other server learns who looks at it, and no address
 * shows which system made it.
 */
export const imageAddress = (sampleId: string, imageUrl: string | null): string | null =>
  imageUrl === null || isInline(imageUrl) ? imageUrl : `/api/v1/samples/${sampleId}/image`;
