package main

import "golang.org/x/sys/windows"

// systemLanguage is the language of the person's system, "de" or "en".
func systemLanguage(env func(string) string) string {
	if names, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME); err == nil && len(names) > 0 {
		return german(names[0])
	}
	return localeLanguage(env)
}
