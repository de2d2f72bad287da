import "@fontsource-variable/inter";
import "./globals.css";
import type { Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { siteMetadata } from "./site-metadata";

export const metadata = siteMetadata;

export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" };

/** Every page is rendered on request: its inline scripts carry a nonce that is used once. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? "";
  return (
    <html lang="en" suppressHydrationWarning>
      <body className="min-h-dvh">
        <Providers nonce={nonce}>
          <Shell>{children}</Shell>
        </Providers>
      </body>
    </html>
  );
}
