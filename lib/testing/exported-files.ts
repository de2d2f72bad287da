import { fireEvent } from "@testing-library/react";
import { expect, vi } from "vitest";

// Plain selectors: queries by role take minutes on a page of many panels.

/** The CSV files of all panels on the page, each from its menu; with the names of criteria, those of the other views that panels offer too. */
export async function exportedFiles(criteria: readonly string[] = []): Promise<string[]> {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `#${saved.push(blob as Blob)}`);
  const save = async (from: ParentNode) => {
    for (const menu of from.querySelectorAll('button[aria-label^="Export "]')) {
      const before = saved.length;
      fireEvent.click(menu);
      const item = [...document.querySelectorAll('[role="menuitem"]')].find(({ textContent }) => textContent === "CSV");
      fireEvent.click(item as Element);
      await vi.waitFor(() => expect(saved).toHaveLength(before + 1), { timeout: 20_000 });
    }
  };
  const saveChoices = async () => {
    for (const radio of document.querySelectorAll('[data-panel] input[type="radio"]')) {
      fireEvent.click(radio);
      await save(radio.closest("[data-panel]") as Element);
    }
  };
  await save(document);
  if (criteria.length > 0) await saveChoices();
  for (const name of criteria.length === 0 ? [] : [...criteria, "All criteria pooled"]) {
    // Only alphas are pooled.
    fireEvent.click(document.querySelector('[data-panel="Who agrees with whom"] input[value="nominal"]') as Element);
    fireEvent.click(document.querySelector('[aria-label="Criteria compared"]') as Element);
    fireEvent.click([...document.querySelectorAll('[role="option"]')].find(({ textContent }) => textContent === name) as Element);
    await saveChoices();
  }
  vi.restoreAllMocks();
  return Promise.all(saved.map((blob) => blob.text()));
}
