import { removeSome } from "@/lib/db/deletions";

/** Removes what was deleted to its last row, as a worker does. */
export async function removeDeleted(samplesAtOnce?: number): Promise<void> {
  let left = true;
  while (left) left = await removeSome(samplesAtOnce);
}
