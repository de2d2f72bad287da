/** Whether a sample's image is on another server. */
export const isElsewhere = (imageUrl: string): boolean => /^https?:\/\//i.test(imageUrl);

/** Whether a sample's image is part of its data. */
const isInline = (imageUrl: string): boolean => /^data:image\//i.test(imageUrl);

/** Whether a sample's image came with its import; it is then the path that the file names it by. */
export const isUploaded = (imageUrl: string): boolean => !isElsewhere(imageUrl) && !isInline(imageUrl);

/**
 * Where a browser gets a sample's image: from this server, unless it is part of the data. So no other server learns who looks at it, and no address
 * shows which system made it.
 */
export const imageAddress = (sampleId: string, imageUrl: string | null): string | null =>
  imageUrl === null || isInline(imageUrl) ? imageUrl : `/api/v1/samples/${sampleId}/image`;
