import "server-only";
import { hasBeenGiven } from "@/lib/db/disputed-units";
import { findSampleImage } from "@/lib/db/sample-images";
import { AppError } from "@/lib/domain/errors";
import type { ImageType } from "@/lib/domain/import";
import { type Actor, demand, may } from "@/lib/domain/policy";

/**
 * The image that came with a sample's import: for those who may see all samples, and for annotators whom the sample was given to. Throws not_found for
 * everybody else, and where there is none.
 */
export async function readSampleImage(actor: Actor, input: { sampleId: string }): Promise<{ type: ImageType; bytes: Buffer }> {
  const none = new AppError("not_found", "There is no such image.");
  const found = await findSampleImage(input.sampleId);
  if (found === undefined) throw none;
  demand(actor, "work.do", found.projectId, "sample");
  const isTheirs = may(actor, "samples.read", found.projectId) || (await hasBeenGiven(actor.userId, input.sampleId));
  if (!isTheirs || found.image === null) throw none;
  return found.image;
}
