package ocr

import "golang.org/x/sys/windows"

// lowerPriority keeps recognition, which takes all the time it gets, from slowing down what a person does meanwhile. Failing is no harm.
func lowerPriority(pid int) {
	h, err := windows.OpenProcess(windows.PROCESS_SET_INFORMATION, false, uint32(pid))
	if err != nil {
		return
	}
	defer windows.CloseHandle(h)
	_ = windows.SetPriorityClass(h, windows.BELOW_NORMAL_PRIORITY_CLASS)
}
