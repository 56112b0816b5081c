export type Choice = 'light' | 'dark' | 'system';

/** Theme is the chosen appearance; "system" leaves the decision to prefers-color-scheme. */
class Theme {
  choice = $state<Choice>('system');

  /** apply writes the choice where the style sheets look for it. */
  apply(choice: Choice) {
    this.choice = choice;
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
  }
}

export const theme = new Theme();
