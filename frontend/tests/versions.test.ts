import type { Page } from 'playwright-core';
import { expect, test } from './harness/journey';
import { ended } from './harness/long';
import type { Program } from './harness/program';

/** said is everything a report states, in one line of words. */
async function said(program: Program, run: string): Promise<string> {
  const report = await program.ask(`/api/reports/${run}`);
  return JSON.stringify(report).replace(/\s+/g, ' ');
}

/** choose opens the report's menu and chooses what is named so. */
async function choose(page: Page, name: string) {
  await page.getByTestId('report-more').click();
  await page.getByRole('menuitem', { name }).click();
}

test('a run is tried again from a step, its plan changed, and the two reports are compared', async ({ begin }) => {
  const { page, program } = await begin();
  const old = (await program.ask<{ id: string }[]>('/api/runs'))[0]!.id;
  await page.goto(`${program.page}#/report/${old}`);
  await page.getByTestId('report-answer').waitFor();

  // With one version there is nothing to compare but drafts; the dialog says so or names them.
  await choose(page, 'Compare versions');
  await page.getByTestId('report-compare').waitFor();
  await page.keyboard.press('Escape');

  // From the plan on: a new run, which asks what the old one asked.
  await choose(page, 'Try again from a step');
  const steps = page.getByTestId('report-fork').getByRole('listitem');
  await steps.first().waitFor();
  await expect.poll(() => steps.filter({ hasText: 'Draft 1 was written' }).textContent()).toMatch(/Writing.*\d+ of 400 · \d+ findings?/); // what there was by then
  const points = await program.ask<{ seq: number; node: string }[]>(`/api/sessions/${old}/checkpoints`);
  expect(await steps.count()).toBeGreaterThan(2);
  expect(await steps.count()).toBeLessThanOrEqual(points.length);
  await steps.filter({ hasText: 'plan' }).first().getByRole('button', { name: 'From here' }).click();
  await page.getByTestId('run').waitFor();
  const forked = page.url().split('/').pop()!;
  expect(forked).not.toBe(old);
  expect((await program.ask(`/api/sessions/${forked}`)).run.forked_from).toBe(old);

  // Another plan: what is left of it is one item, worded anew.
  await page.getByTestId('plan-approve').waitFor();
  const items = page.getByTestId('plan-item');
  while ((await items.count()) > 1) {
    const count = await items.count();
    await items.last().getByRole('button').last().click();
    await expect.poll(() => items.count()).toBe(count - 1);
  }
  await items.first().locator('textarea').fill('What a dose of radon does to the lung');
  await page.getByTestId('plan-approve').click();
  await ended(program, forked);
  await page.goto(`${program.page}#/report/${forked}`);
  await page.getByTestId('report-answer').waitFor();

  // What is new stands in the new report alone, what is gone in the old one alone.
  await choose(page, 'Compare versions');
  const dialog = page.getByTestId('report-compare');
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe(`run ${old}`); // where it was forked from comes first
  await dialog.locator('p :is(ins, del)').nth(2).waitFor();
  const texts = async (kind: string) => (await dialog.locator(`p:not([role]) ${kind}`).evaluateAll((all) => all.map((one) => [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent).join(' ')))).map((text) => text.replace(/\s+/g, ' ').trim());
  const [before, after] = [await said(program, old), await said(program, forked)];
  const [fresh, gone] = [await texts('ins'), await texts('del')];
  expect(fresh.length + gone.length).toBeGreaterThan(0);
  // A row of a table is drawn cell by cell.
  const inside = (text: string, report: string) => text.split(' · ').every((part) => report.includes(JSON.stringify(part).slice(1, -1).slice(0, 80)));
  expect(fresh.filter((text) => !inside(text, after))).toEqual([]);
  expect(gone.filter((text) => !inside(text, before))).toEqual([]);
  const scrolling = (box: Element) => [box, ...box.querySelectorAll('*')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1).length;
  expect(await page.locator('dialog[open]').evaluate(scrolling)).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');

  // The history tells a fork from its origin.
  await page.goto(`${program.page}#/history`);
  const row = page.locator(`[data-testid=history-row][data-run="${forked}"]`);
  await expect.poll(() => row.textContent()).toMatch(/Fork of the run of .+, from “The plan was made”.*New in its plan: “What a dose of radon does to the lung”/s);

  // The old report is as it was.
  expect((await program.ask(`/api/sessions/${old}`)).run.status).toBe('finished');
  expect(await said(program, old)).toBe(before);
});
