"use client";

import "./api-reference.css";
import { useTheme } from "next-themes";
import { useEffect, useRef } from "react";
import { redocTheme } from "./redoc-theme";

declare global {
  var Redoc: { init: (specUrl: string, options: object, element: HTMLElement) => void } | undefined;
}

const options = { hideDownloadButtons: true, hideSchemaPattern: true, nativeScrollbars: true, sortRequiredPropsFirst: true };

/** The API reference, rendered by Redoc from the OpenAPI document in the theme's colours. */
export function ApiReference() {
  const { resolvedTheme } = useTheme();
  const element = useRef<HTMLElement>(null);
  const drawn = useRef<string>(undefined);
  useEffect(() => {
    if (resolvedTheme === undefined || drawn.current === resolvedTheme) return;
    // Redoc cannot change its colours once rendered.
    if (drawn.current !== undefined) return window.location.reload();
    drawn.current = resolvedTheme;
    const theme = resolvedTheme === "dark" ? "dark" : "light";
    const script = document.createElement("script");
    script.src = "/docs/api/redoc.js";
    script.onload = () =>
      element.current && globalThis.Redoc?.init("/api/openapi.json", { ...options, theme: redocTheme(theme) }, element.current);
    document.head.append(script);
  }, [resolvedTheme]);
  return (
    <main ref={element} id="api-reference" aria-label="API reference">
      <h1 className="p-5 text-headline">Redline</h1>
    </main>
  );
}
