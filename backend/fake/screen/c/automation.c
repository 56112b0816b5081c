/* Preloaded into the program as it ships, this lets WebKitWebDriver look into its web view. */
#include <webkit2/webkit2.h>

static GtkWidget *view;

static WebKitWebView *give(WebKitAutomationSession *s, gpointer data) { return WEBKIT_WEB_VIEW(view); }

static void begin(WebKitWebContext *c, WebKitAutomationSession *s, gpointer data) {
	g_signal_connect(s, "create-web-view", G_CALLBACK(give), NULL);
}

GtkWidget *webkit_web_view_new_with_user_content_manager(WebKitUserContentManager *m) {
	WebKitWebContext *c = webkit_web_context_get_default();
	webkit_web_context_set_automation_allowed(c, TRUE);
	g_signal_connect(c, "automation-started", G_CALLBACK(begin), NULL);
	view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", m, "is-controlled-by-automation", TRUE, NULL);
	return view;
}
