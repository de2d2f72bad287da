import "server-only";
import { imageType } from "@/lib/datasets/image-type";
import { MAX_IMAGE_BYTES } from "@/lib/datasets/uploaded-images";
import { hasBeenGiven } from "@/lib/db/disputed-units";
import { findSampleImage } from "@/lib/db/sample-images";
import { AppError } from "@/lib/domain/errors";
import type { ImageType } from "@/lib/domain/import";
import { type Actor, demand, may } from "@/lib/domain/policy";
import { isElsewhere } from "@/lib/domain/sample-image";
import { fetchBytes } from "@/lib/llm/fetch-bytes";

/** How long another server may take to send an image. */
const patienceMs = 15_000;

/**
 * A sample's image, for those who may see all samples and for annotators whom the sample was given to. One that its dataset names by address is
 * fetched here, so that its server learns nothing of who looks at it, and its address, which may name a system, stays here. Throws not_found for
 * everybody else and where there is none, and unavailable where its server does not send an image.
 */
export async function readSampleImage(actor: Actor, input: { sampleId: string }): Promise<{ type: ImageType; bytes: Uint8Array }> {
  const none = new AppError("not_found", "There is no such image.");
  const found = await findSampleImage(input.sampleId);
  if (found === undefined) throw none;
  demand(actor, "work.do", found.projectId, "sample");
  const isTheirs = may(actor, "samples.read", found.projectId) || (await hasBeenGiven(actor.userId, input.sampleId));
  if (!isTheirs) throw none;
  if (found.image !== null) return { type: found.image.type, bytes: await found.image.read() };
  if (found.imageUrl === null || !isElsewhere(found.imageUrl)) throw none;
  const bytes = await fetchBytes(found.imageUrl, { limit: MAX_IMAGE_BYTES, timeoutMs: patienceMs }).catch((cause: unknown) => {
    throw new AppError("unavailable", "The server of this image cannot be reached, or may not be called.", { cause });
  });
  const type = bytes && imageType(bytes);
  if (!bytes || !type)
    throw new AppError(
      "unavailable",
      `The server of this image sends no PNG, JPEG, WebP, GIF or AVIF of up to ${MAX_IMAGE_BYTES / 1e6} MB.`,
    );
  return { type, bytes };
}
