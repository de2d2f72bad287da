import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readSampleImage } from "@/lib/workflows/read-sample-image";

export const GET = route(endpoints.readSampleImage, async ({ actor, params }) => {
  const { type, bytes } = await readSampleImage(actor, params);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": type,
      // An image may change; an uploaded one, while nobody has begun with its sample.
      "cache-control": "private, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
});
