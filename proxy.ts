import { type NextRequest, NextResponse } from "next/server";
import { pagePolicy } from "@/lib/http/page-policy";

/** Gives each page a content security policy of its own. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID();
  const policy = pagePolicy(nonce, { development: process.env.NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next puts the nonce that it finds here on its own scripts.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

// Pages only, whatever their addresses end in: replies of the API hold no scripts, and the files of public/ need no policy.
export const config = {
  matcher: [
    "/((?!api/|_next/|metrics$|(?:favicon\\.ico|(?:apple-touch-icon|icon-192|icon-512|icon-maskable-512|social)\\.png|icon\\.svg|manifest\\.webmanifest|robots\\.txt)$).*)",
  ],
};
