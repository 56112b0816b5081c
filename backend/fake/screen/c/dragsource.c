/* A window that files can be dragged from: ./dragsource FILE ... */
#include <gtk/gtk.h>

static void give(GtkWidget *w, GdkDragContext *c, GtkSelectionData *data, guint info, guint time, gpointer uris) {
	gtk_selection_data_set_uris(data, uris);
}

int main(int n, char **names) {
	gtk_init(&n, &names);
	for (int i = 1; i < n; i++) names[i] = g_filename_to_uri(names[i], NULL, NULL);
	GtkWidget *w = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	GtkTargetEntry list = {"text/uri-list", 0, 0};
	gtk_window_set_title(GTK_WINDOW(w), "drag source");
	gtk_window_set_decorated(GTK_WINDOW(w), FALSE);
	gtk_window_set_default_size(GTK_WINDOW(w), 100, 60);
	gtk_drag_source_set(w, GDK_BUTTON1_MASK, &list, 1, GDK_ACTION_COPY);
	g_signal_connect(w, "drag-data-get", G_CALLBACK(give), names + 1);
	gtk_widget_show(w);
	gtk_window_move(GTK_WINDOW(w), 0, 0);
	gtk_main();
}
