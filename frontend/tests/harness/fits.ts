import type { Page } from 'playwright-core';

/**
 * fits says what of a screen cannot be used at the size of its window: what makes the page scroll sideways, controls that no scrolling
 * brings into sight or that something else lies over, and names of controls and headings that are cut off with nothing to tell the rest.
 * Of a layer that lies over the page only what is in it counts: name it with on.
 */
export async function fits(page: Page, on = 'dialog[open]'): Promise<string[]> {
  return page.evaluate((on) => {
    const wrong: string[] = [];
    const named = (element: Element) => `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? (element as HTMLElement).innerText ?? '').trim().replace(/\s+/g, ' ').slice(0, 50)}”`;
    const { documentElement: root } = document;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wrong.push(`the page is ${root.scrollWidth} by ${root.scrollHeight}`);

    const scope: ParentNode = document.querySelector(on) ?? document;
    const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('[aria-hidden=true], [inert]');

    for (const box of scope.querySelectorAll('*')) {
      const style = getComputedStyle(box);
      const scrolls = /auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth + 1;
      if (scrolls && visible(box) && !box.closest('[role=grid], [role=tree], [data-carousel], pre, .pages')) wrong.push(`${named(box)}.${box.className} scrolls sideways: ${box.scrollWidth} in ${box.clientWidth}`);
    }

    const controls = [...scope.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, [role=treeitem], [role=tab], [role=switch], [tabindex="0"]')].filter((one) => visible(one) && !one.matches(':disabled') && !one.matches('.skip') && !one.closest('[data-page]'));
    for (const control of controls) {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = control.getBoundingClientRect();
      for (let around = control.parentElement; around; around = around.parentElement) {
        // Only a script scrolls what hides its overflow.
        if (getComputedStyle(around).overflowY === 'hidden' && (around.scrollTop > 1 || around.scrollLeft > 1)) wrong.push(`${named(control)} is cut off by ${around.className}`);
      }
      if (box.width < 3 || box.height < 3) continue; // read out, not shown: its label is what is clicked
      // What is larger than the window is used where it can be seen.
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      const whole = box.left >= -1 && box.right <= innerWidth + 1 && ((box.top >= -1 && box.bottom <= innerHeight + 1) || box.height > innerHeight / 2);
      if (!whole) {
        wrong.push(`${named(control)} is out of sight: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
        continue;
      }
      const places = [0.5, 0.15, 0.85].map((share) => [left + (right - left) * share, (top + bottom) / 2] as const);
      const hit = places.map(([x, y]) => document.elementFromPoint(x, y));
      const own = (element: Element | null) => !!element && (control.contains(element) || element.contains(control) || [...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(element)));
      if (!hit.some(own)) wrong.push(`${named(control)} is covered by ${hit[0] ? named(hit[0]) : 'nothing'}`);
    }

    for (const text of scope.querySelectorAll<HTMLElement>('button, a[href], h1, h2, h3, [role=tab], label, dt')) {
      const cut = [text, ...text.querySelectorAll<HTMLElement>('*')].find((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 3);
      const told = cut?.closest('[title], [aria-label]') ?? cut?.querySelector('[title]');
      if (cut && visible(text) && !told && !text.closest('[data-page]')) wrong.push(`${named(text)} is cut off: ${cut.scrollWidth} in ${cut.clientWidth}`);
    }
    return [...new Set(wrong)];
  }, on);
}
