export type Choice = 'light' | 'dark' | 'system';

const sizes = [0.85, 1, 1.15, 1.3, 1.5, 1.75];

/** Theme is the chosen appearance; "system" leaves the decision to prefers-color-scheme. Text has a size of its own. */
class Theme {
  choice = $state<Choice>('system');

  scale = $state(1);

  /** apply writes the choice where the style sheets look for it. */
  apply(choice: Choice) {
    this.choice = choice;
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
  }

  /** enlarge sets the size of all text; 1 is normal. */
  enlarge(scale: number) {
    this.scale = sizes.includes(scale) ? scale : 1;
    document.documentElement.style.fontSize = `${this.scale * 100}%`;
  }

  /** step is the next size up or down. */
  step(by: 1 | -1): number {
    return sizes[Math.max(0, Math.min(sizes.length - 1, sizes.indexOf(this.scale) + by))]!;
  }
}

export const theme = new Theme();
