/** Whether a sample's image came with its import; it is then the path that the file names it by. */
export const isUploaded = (imageUrl: string): boolean => !/^(?:https?:\/\/|data:image\/)/i.test(imageUrl);

/** Where a browser gets a sample's image. The address of an uploaded one has no part of its path, which may name a system. */
export const imageAddress = (sampleId: string, imageUrl: string | null): string | null =>
  imageUrl === null || !isUploaded(imageUrl) ? imageUrl : `/api/v1/samples/${sampleId}/image`;
