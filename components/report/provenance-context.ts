"use client";

import { createContext } from "react";
import type { Provenance } from "@/lib/paper/panel-table";

/** What the shown report's figures rest on; null where there is nothing to cite, as in a page's skeleton. Every export carries it. */
export const ProvenanceContext = createContext<Provenance | null>(null);
