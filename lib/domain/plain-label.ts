/** People and models do not copy labels exactly, so labels are compared without regard to case and spacing. */
export const plainLabel = (text: string): string => text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
