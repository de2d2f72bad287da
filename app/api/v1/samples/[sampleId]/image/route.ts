import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readSampleImage } from "@/lib/workflows/read-sample-image";

export const GET = route(endpoints.readSampleImage, async ({ actor, params }) => {
  const { type, bytes, isStored } = await readSampleImage(actor, params);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": type,
      // An uploaded image never changes: another one is another import's. One of another server may.
      "cache-control": isStored ? "private, max-age=86400, immutable" : "private, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
});
