/** Questions to a person, one after another: masked, checked while typing, with a way back, and staying open while they look something up. */
import * as vscode from 'vscode';
import type { Checked } from '../core/environment.js';
import { withoutLinks } from './plainWords.js';

/** How a question ended: an answer, one step back, or closed. */
export type Answer<T> = { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'back' } | { readonly kind: 'closed' };

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  readonly step?: number;
  readonly totalSteps?: number;
  /** Shows the back button. */
  readonly canGoBack?: boolean;
  /** `value` was typed by the person: it is checked at once, and the cursor stands behind it. */
  readonly typed?: boolean;
  /** Stands below the field until the text is changed. */
  readonly warning?: string;
  /** Called with what was typed, white space around it removed. */
  readonly check: (text: string) => Checked<string>;
}

/** Asks for one line of text. Nothing is said about an empty field before Enter is pressed. */
export async function askText(question: TextQuestion): Promise<Answer<string>> {
  const box = vscode.window.createInputBox();
  box.title = question.title;
  box.prompt = withoutLinks(question.prompt);
  box.value = question.value ?? '';
  box.placeholder = question.placeholder ?? '';
  box.password = question.password ?? false;
  box.ignoreFocusOut = true;
  box.step = question.step;
  box.totalSteps = question.totalSteps;
  box.buttons = question.canGoBack === true ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise((resolve) => {
      const problemOf = (text: string): string | undefined => {
        const checked = question.check(text.trim());
        return checked.ok ? undefined : withoutLinks(checked.problem);
      };
      if (question.typed === true) {
        box.valueSelection = [box.value.length, box.value.length];
        box.validationMessage = problemOf(box.value);
      } else if (question.warning !== undefined) {
        box.validationMessage = { message: withoutLinks(question.warning), severity: vscode.InputBoxValidationSeverity.Warning };
      }
      box.onDidChangeValue((text) => {
        box.validationMessage = text.trim() === '' ? undefined : problemOf(text);
      });
      box.onDidAccept(() => {
        const checked = question.check(box.value.trim());
        if (checked.ok) {
          resolve({ kind: 'answer', value: checked.value });
        } else {
          box.validationMessage = withoutLinks(checked.problem);
        }
      });
      box.onDidTriggerButton(() => resolve({ kind: 'back' }));
      box.onDidHide(() => resolve({ kind: 'closed' }));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

/** `icon` names a codicon. It is kept out of the label, where a screen reader would read its name. */
export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
  readonly icon?: string;
}

export interface ChoiceQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly (Choice<T> | vscode.QuickPickItem)[];
  /** The value of the choice that Enter takes at once. */
  readonly active?: T;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
  readonly matchOnDescription?: boolean;
}

/** Asks to pick one of several. */
export async function askChoice<T>(question: ChoiceQuestion<T>): Promise<Answer<T>> {
  const pick = vscode.window.createQuickPick<Choice<T> | vscode.QuickPickItem>();
  pick.title = question.title;
  pick.placeholder = question.placeholder;
  const items = question.choices.map((choice) => ('icon' in choice && choice.icon !== undefined ? { ...choice, iconPath: new vscode.ThemeIcon(choice.icon) } : choice));
  pick.items = items;
  if ('active' in question) {
    pick.activeItems = items.filter((choice) => 'value' in choice && choice.value === question.active);
  }
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = question.matchOnDescription ?? false;
  pick.step = question.step;
  pick.totalSteps = question.totalSteps;
  pick.buttons = question.canGoBack === true ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise((resolve) => {
      pick.onDidAccept(() => {
        const [selected] = pick.selectedItems;
        if (selected !== undefined && 'value' in selected) {
          resolve({ kind: 'answer', value: selected.value });
        }
      });
      pick.onDidTriggerButton(() => resolve({ kind: 'back' }));
      pick.onDidHide(() => resolve({ kind: 'closed' }));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** Asks questions in order, with a way back; `undefined` when a person closes one. Each step sees the answers before it. */
export async function askInOrder<State>(initial: State, steps: readonly ((state: State) => Promise<Answer<State>>)[]): Promise<State | undefined> {
  const states: State[] = [initial];
  for (;;) {
    const index = states.length - 1;
    const step = steps[index];
    const state = states[index] as State;
    if (step === undefined) {
      return state;
    }
    const answer = await step(state);
    switch (answer.kind) {
      case 'closed':
        return undefined;
      case 'back':
        // The answers given stay as proposals: a step is asked again with the state that followed it.
        if (index > 0) {
          states[index - 1] = state;
          states.pop();
        }
        break;
      case 'answer':
        states.push(answer.value);
        break;
    }
  }
}
