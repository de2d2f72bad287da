import { readRedocScript } from "@/lib/http/redoc-script";

// Read from the package once, at build time.
export const dynamic = "force-static";

export const GET = async () =>
  new Response(await readRedocScript(), {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
