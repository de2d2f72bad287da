"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { createQueryClient } from "@/lib/client/query-client";
import { recoverQueries } from "@/lib/client/recovery";

/** Providers around every page: the cache of server data and the theme, whose inline script carries the response's nonce. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useEffect(() => recoverQueries(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider nonce={nonce} attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
        {children}
      </ThemeProvider>
    </QueryClientProvider>
  );
}
